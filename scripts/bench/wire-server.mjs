// A plain server that reads each request to its end and answers immediately, as the service does after a click and an
// upload.
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  request.resume().once('end', () => response.writeHead(request.url.endsWith('/extensions') ? 201 : 200).end());
});
server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}` }));
process.once('disconnect', () => process.exit());
