import assert from 'node:assert/strict';
import { diagnose } from '../../../src/api/network';
import { english } from '../../../src/core/message';

describe('A certificate that is not good', () => {
  for (const [code, words, issuer] of [
    [
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      /^The host’s certificate couldn’t be verified \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\)\. If your company issued it, .* NODE_EXTRA_CA_CERTS\.$/,
      true,
    ],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /^The host’s certificate couldn’t be verified/, true],
    ['CERT_HAS_EXPIRED', /^The host’s certificate has expired\.$/, false],
    ['CERT_NOT_YET_VALID', /^The host’s certificate isn’t valid yet/, false],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /^The certificate is for another host\.$/, false],
  ] as const) {
    it(`by ${code} is told so; whom else to trust matters only where nobody vouches for it`, () => {
      const broken = diagnose(Object.assign(new Error('some words'), { code }), false);
      assert.match(english(broken.why), words);
      assert.deepEqual([broken.untrusted, broken.transient, broken.sent], [issuer, false, false]);
    });
  }
});
