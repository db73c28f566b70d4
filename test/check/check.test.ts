import { exec } from 'node:child_process';

describe('The source', () => {
  it('has the types, the style and the format that “npm run check” asks for', (done) => {
    exec('npm run check', (error, stdout, stderr) => done(error && new Error(stdout + stderr)));
  });
});
