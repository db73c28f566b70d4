import { message, type Message } from '../../core/message';

/**
 * Files that hold a secret whatever they are about. What a `.pem` or `.key` holds is read: it may be a certificate,
 * which anybody may see.
 */
const BY_NAME: readonly (readonly [RegExp, Message])[] = [
  [/^\.env(rc)?(\.(?!(example|sample|template|dist)$).*)?$/i, message('secret settings')],
  [/^(\.npmrc|\.yarnrc|\.pypirc|\.netrc|\.git-credentials|\.htpasswd)$/i, message('credentials for other services')],
  [/^id_(rsa|dsa|ecdsa|ed25519)$|\.(p12|pfx|jks|keystore|ppk)$/i, message('private key')],
];

/** What a file holds by its name alone, where that is a secret. */
export function secretByName(path: string): Message | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
}

const NO_TEXT =
  /\.(png|jpe?g|gif|webp|avif|ico|bmp|tiff?|woff2?|ttf|otf|eot|mp[34]|m4[av]|webm|og[gv]|wav|flac|wasm|zip|crx|xpi|gz|br|zst|7z|rar|pdf|onnx|tflite)$/i;

/** Whether a file of this name is a picture, a sound, an archive or the like: no text to look for a secret in. */
export function isNoText(path: string): boolean {
  return NO_TEXT.test(path);
}
