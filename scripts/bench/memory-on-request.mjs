// Loaded before the service: tells the process that started it how much memory it holds, and keeps it from nothing.
process.on('message', () => {
  globalThis.gc();
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  process.send({ rss, used: heapUsed + arrayBuffers });
});
process.channel.unref();
