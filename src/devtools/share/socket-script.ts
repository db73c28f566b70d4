import { originsOf } from '../../core/shared-port';

/** What the script is told for a WebSocket of the page: what happened to it, with what came or why. */
export type SocketNews =
  | readonly ['open', protocol: string]
  | readonly ['text' | 'binary', data: string]
  | readonly ['close', code: number, reason: string]
  | readonly ['failed'];

/**
 * Puts a WebSocket in the place of that of a page, which speaks to a binding for the shared addresses, and is the
 * browser's own for all others. It runs before the scripts of the page. To run it again gives it other addresses.
 * @param name of the binding, and of what it is told by: nothing else in a page has it.
 * @param ports those of now.
 * @param maxMessage bytes or UTF-16 units of what is sent at once: more ends the WebSocket.
 * @param isAnew whether all that is open in a document has ended; else only that to other addresses has.
 */
export function socketScript(name: string, ports: readonly number[], maxMessage: number, isAnew: boolean): string {
  const origins = ports.flatMap((port) => originsOf(port, 'ws:'));
  return `(${SCRIPT})(${JSON.stringify(name)}, ${JSON.stringify(origins)}, ${maxMessage}, ${isAnew})`;
}

/** Tells the script about a WebSocket. */
export function newsCall(name: string, id: number, news: SocketNews): string {
  return `globalThis[${JSON.stringify(`${name}Told`)}]?.tell(${id}, ${JSON.stringify(news)})`;
}

const SCRIPT = `(name, origins, most, isAnew) => {
  const told = name + 'Told';
  const known = globalThis[told];
  const post = globalThis[name];
  delete globalThis[name];
  if (known) return known.share(origins, isAnew);
  const Native = globalThis.WebSocket;
  if (!post || !Native) return;
  const { parse, stringify } = JSON;
  const sockets = new Map();
  let last = 0;
  let shared = origins;
  const send = (message) => post(stringify(message));
  const base64 = (buffer) => {
    const bytes = new Uint8Array(buffer);
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text);
  };
  const bytesOf = (text) => Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0)).buffer;
  const invalid = (text, kind) => new DOMException("Failed to construct 'WebSocket': " + text, kind);
  class SharedSocket extends EventTarget {
    #id = ++last;
    #url;
    #state = 0;
    #protocol = '';
    #type = 'blob';
    #handlers = {};
    #waiting;
    #lost = 0;
    constructor(url, protocols) {
      super();
      this.#url = url;
      sockets.set(this.#id, this);
      send({ id: this.#id, open: url.href, protocols });
    }
    get url() { return this.#url.href; }
    get readyState() { return this.#state; }
    get protocol() { return this.#protocol; }
    get extensions() { return ''; }
    get bufferedAmount() { return this.#lost; }
    get binaryType() { return this.#type; }
    set binaryType(type) { if (type === 'blob' || type === 'arraybuffer') this.#type = type; }
    send(data) {
      if (arguments.length === 0) throw new TypeError('1 argument required, but only 0 present.');
      if (this.#state === 0) throw new DOMException('Still in CONNECTING state.', 'InvalidStateError');
      if (this.#state !== 1) {
        this.#lost += data?.size ?? data?.byteLength ?? new TextEncoder().encode(String(data)).length;
        return;
      }
      const id = this.#id;
      if (data instanceof Blob || this.#waiting) {
        const content = data instanceof Blob ? data.arrayBuffer() : data;
        const before = this.#waiting;
        const waiting = (async () => {
          await before;
          this.#give(id, await content);
          if (this.#waiting === waiting) this.#waiting = undefined;
        })();
        this.#waiting = waiting;
      } else this.#give(id, data);
    }
    #give(id, data) {
      if ((typeof data === 'string' ? data.length : data.byteLength ?? 0) > most) {
        send({ id, close: 1009, reason: '' });
        this.#tell('close', 1009, 'The message is too large to be shared.');
        return;
      }
      if (data instanceof ArrayBuffer) send({ id, binary: base64(data) });
      else if (ArrayBuffer.isView(data))
        send({ id, binary: base64(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength)) });
      else send({ id, text: String(data) });
    }
    close(code, reason = '') {
      if (code !== undefined && code !== 1000 && !(code >= 3000 && code <= 4999))
        throw new DOMException('The code must be 1000, or from 3000 to 4999.', 'InvalidAccessError');
      if (new TextEncoder().encode(reason).length > 123)
        throw new DOMException('The reason must not be longer than 123 bytes.', 'SyntaxError');
      if (this.#state > 1) return;
      this.#state = 2;
      Promise.resolve(this.#waiting).then(() => send({ id: this.#id, close: code ?? 1005, reason: String(reason) }));
    }
    static tell(socket, kind, first, second) { socket.#tell(kind, first, second); }
    static handler(socket, type) { return socket.#handlers[type] ?? null; }
    static handle(socket, type, handler) {
      const isNew = !(type in socket.#handlers);
      socket.#handlers[type] = typeof handler === 'function' || typeof handler === 'object' ? handler : null;
      if (isNew)
        socket.addEventListener(type, (event) => {
          const current = socket.#handlers[type];
          if (typeof current === 'function') current.call(socket, event);
          else current?.handleEvent?.(event);
        });
    }
    #tell(kind, first, second) {
      if (kind === 'open' && this.#state === 0) {
        this.#state = 1;
        this.#protocol = first;
        this.dispatchEvent(new Event('open'));
      } else if ((kind === 'text' || kind === 'binary') && this.#state === 1) {
        const content = kind === 'text' ? first : bytesOf(first);
        const data = kind === 'binary' && this.#type === 'blob' ? new Blob([content]) : content;
        this.dispatchEvent(new MessageEvent('message', { data, origin: this.#url.origin }));
      } else if ((kind === 'close' || kind === 'failed') && this.#state < 3) {
        this.#state = 3;
        sockets.delete(this.#id);
        const code = kind === 'close' ? first : 1006;
        if (code === 1006) this.dispatchEvent(new Event('error'));
        this.dispatchEvent(new CloseEvent('close', { wasClean: code !== 1006, code, reason: second ?? '' }));
      }
    }
  }
  const members = Object.getOwnPropertyDescriptors(SharedSocket.prototype);
  delete members.constructor;
  delete SharedSocket.prototype.constructor;
  for (const type of ['open', 'message', 'close', 'error'])
    members['on' + type] = {
      get() { return SharedSocket.handler(this, type); },
      set(handler) { SharedSocket.handle(this, type, handler); },
      enumerable: true,
      configurable: true,
    };
  Object.defineProperties(SharedSocket.prototype, members);
  Object.setPrototypeOf(SharedSocket.prototype, Native.prototype);
  const sharedUrl = (address) => {
    let url;
    try { url = new URL(address, document.baseURI); } catch { return undefined; }
    if (url.protocol === 'http:') url.protocol = 'ws:';
    return url.hash === '' && !String(address).includes('#') && shared.includes(url.protocol + '//' + url.host) ? url : undefined;
  };
  const protocolsOf = (given) => {
    const all = given === undefined ? [] : typeof given === 'object' && given !== null && Symbol.iterator in given ? [...given].map(String) : [String(given)];
    if (new Set(all.map((each) => each.toLowerCase())).size < all.length || !all.every((each) => /^[\\w!#$%&'*+.^\`|~-]+$/.test(each)))
      throw invalid('The subprotocol is invalid.', 'SyntaxError');
    return all;
  };
  const WebSocket = new Proxy(Native, {
    construct(target, given, newTarget) {
      const url = given.length > 0 ? sharedUrl(given[0]) : undefined;
      if (!url) return Reflect.construct(target, given, newTarget === WebSocket ? target : newTarget);
      const protocols = protocolsOf(given[1]);
      if (newTarget === WebSocket) return new SharedSocket(url, protocols);
      // Of a class of the page: what that class has itself goes before ours.
      const socket = Reflect.construct(SharedSocket, [url, protocols], newTarget);
      for (const [key, member] of Object.entries(members)) {
        let own = newTarget.prototype;
        while (own && own !== Native.prototype && !Object.hasOwn(own, key)) own = Object.getPrototypeOf(own);
        if (own === Native.prototype || !own) Object.defineProperty(socket, key, member);
      }
      return socket;
    },
  });
  Object.defineProperty(Native.prototype, 'constructor', { value: WebSocket, writable: true, configurable: true });
  Object.defineProperty(globalThis, 'WebSocket', { value: WebSocket, writable: true, configurable: true });
  Object.defineProperty(globalThis, told, {
    value: {
      tell: (id, [kind, first, second]) => {
        const socket = sockets.get(id);
        if (socket) SharedSocket.tell(socket, kind, first, second);
      },
      share: (now, isOver) => {
        shared = now;
        for (const socket of [...sockets.values()])
          if (isOver || !now.includes(new URL(socket.url).origin)) SharedSocket.tell(socket, 'failed');
      },
    },
  });
}`;
