/** What is written in the place of a secret. */
export const REMOVED = '[removed]';

/** In any case, what the names of secrets are made of: the source of a regular expression. */
export const SECRET_WORD = String.raw`(?:pass(?:word|wd|phrase|code)|pwd|secret|token|jwt|(?:api|private|access|secret|signing)[-_]?key|authorization|cookie|credential|session[-_]?id|[cx]srf)`;

/** Of a field, a key of JSON or a storage. Some words are secret only if they are all. */
const NAME = new RegExp(
  String.raw`${SECRET_WORD}|pass[-_ ]?(?:word|phrase|code|key)|api[-_ ]key|one[- ]time|(?:security|verification|access|recovery|backup) code|card number|` +
    String.raw`pass?wort|kennwort|mot de passe|contraseña|senha|пароль|密码|密碼|パスワード|비밀번호|` +
    String.raw`(?<![\p{L}\d])(?:auth|bearer|cvc|cvv|jwt|mfa|otp|pass|pin|sid|signature|totp|2fa)(?![\p{L}\d])`,
  'iu',
);

/** Whether what has this name is a secret. */
export function isSecretName(name: string): boolean {
  return NAME.test(name);
}
