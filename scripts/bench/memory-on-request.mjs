// Loaded before the service: tells the process that started it how much memory it holds, and keeps it from nothing.
process.on('message', () => {
  globalThis.gc();
  const { rss, heapUsed } = process.memoryUsage();
  process.send({ rss, heapUsed });
});
process.channel.unref();
