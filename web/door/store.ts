const NAME = 'door';
const KEYS = 'keys';
const RECORDS = 'records';

interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

/** What a device keeps: records by name, each encrypted; a copy of the files of a lost phone is worthless. */
export interface Store {
  /** All records whose names begin so, in the order of their names. */
  readAll: <T>(prefix: string) => Promise<T[]>;
  /** Writes records in one transaction; on the disk when it resolves. */
  write: (records: Record<string, unknown>) => Promise<void>;
  /** Removes everything, the key first. */
  wipe: () => Promise<void>;
}

/** Opens the device's store; its key never leaves the browser (door.md 4). */
export async function openStore(): Promise<Store> {
  const request = indexedDB.open(NAME, 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(KEYS);
    request.result.createObjectStore(RECORDS);
  });
  const database = await resultOf(request);
  const key = await findKey(database);
  return {
    async readAll<T>(prefix: string) {
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      const stored = database.transaction(RECORDS).objectStore(RECORDS).getAll(range);
      const sealed = (await resultOf(stored)) as Sealed[];
      return await Promise.all(sealed.map((record) => unseal<T>(key, record)));
    },
    async write(records) {
      // first: a transaction ends while it waits for anything else
      const sealed = await Promise.all(
        Object.entries(records).map(async ([name, value]) => ({
          name,
          record: await seal(key, value),
        })),
      );
      const transaction = database.transaction(RECORDS, 'readwrite', { durability: 'strict' });
      for (const { name, record } of sealed) transaction.objectStore(RECORDS).put(record, name);
      await endOf(transaction);
    },
    async wipe() {
      const transaction = database.transaction([KEYS, RECORDS], 'readwrite', {
        durability: 'strict',
      });
      transaction.objectStore(KEYS).clear();
      transaction.objectStore(RECORDS).clear();
      await endOf(transaction);
      database.close();
      const deletion = indexedDB.deleteDatabase(NAME);
      await new Promise((resolve) => {
        for (const end of ['success', 'error', 'blocked']) deletion.addEventListener(end, resolve);
      });
    },
  };
}

async function findKey(database: IDBDatabase): Promise<CryptoKey> {
  const known = database.transaction(KEYS).objectStore(KEYS).get(NAME);
  const key = (await resultOf(known)) as CryptoKey | undefined;
  if (key !== undefined) return key;
  const algorithm = { name: 'AES-GCM', length: 256 };
  const made = await crypto.subtle.generateKey(algorithm, false, ['encrypt', 'decrypt']);
  const transaction = database.transaction(KEYS, 'readwrite', { durability: 'strict' });
  transaction.objectStore(KEYS).put(made, NAME);
  await endOf(transaction);
  return made;
}

async function seal(key: CryptoKey, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(value));
  return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text) };
}

async function unseal<T>(key: CryptoKey, { iv, data }: Sealed): Promise<T> {
  const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data);
  return JSON.parse(new TextDecoder().decode(text)) as T;
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}

function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('error', () => reject(transaction.error));
    transaction.addEventListener('abort', () => reject(transaction.error));
  });
}
