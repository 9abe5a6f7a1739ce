// Preloaded (`node --import`): the clock of this process differs from the machine's by CLOCK_SHIFT_SECONDS.
const shiftMs = Number(process.env['CLOCK_SHIFT_SECONDS']) * 1000;
const readClock = Date.now;
Date.now = () => readClock() + shiftMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [Date.now()] : values, newTarget) as Date,
});
