// Loaded before the service: reports its memory usage to the parent process, without keeping the service alive.
process.on('message', () => {
  globalThis.gc();
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  process.send({ rss, used: heapUsed + arrayBuffers });
});
process.channel.unref();
