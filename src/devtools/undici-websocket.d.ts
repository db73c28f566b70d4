// undici's WebSocket without its client, pools and caches, which nothing here uses: a third less to load.

declare module 'undici/lib/web/websocket/websocket.js' {
  export { ping, WebSocket } from 'undici';
}

declare module 'undici/lib/dispatcher/dispatcher.js' {
  export { Dispatcher as default } from 'undici';
}
