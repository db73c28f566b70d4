import { message, type Message } from '../../core/message';

/**
 * Files that always contain a secret. A `.pem` or `.key` file is not in the list but is read, because it may be a
 * public certificate.
 */
const BY_NAME: readonly (readonly [RegExp, Message])[] = [
  [/^\.env(rc)?(\.(?!(example|sample|template|dist)$).*)?$/i, message('secret settings')],
  [/^(\.npmrc|\.yarnrc|\.pypirc|\.netrc|\.git-credentials|\.htpasswd)$/i, message('credentials for other services')],
  [/^id_(rsa|dsa|ecdsa|ed25519)$|\.(p12|pfx|jks|keystore|ppk)$/i, message('private key')],
];

/** The kind of secret that a file contains according to its name; undefined if the name says nothing. */
export function secretByName(path: string): Message | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
}

const NO_TEXT =
  /\.(png|jpe?g|gif|webp|avif|ico|bmp|tiff?|woff2?|ttf|otf|eot|mp[34]|m4[av]|webm|og[gv]|wav|flac|wasm|zip|crx|xpi|gz|br|zst|7z|rar|pdf|onnx|tflite)$/i;

/** Whether a file with this name is a picture, a sound, an archive or the like, which is not searched for secrets. */
export function isNoText(path: string): boolean {
  return NO_TEXT.test(path);
}
