/** Raised whenever plates are drawn differently: their files then get new names. */
export const ENGINE_VERSION = 1;
