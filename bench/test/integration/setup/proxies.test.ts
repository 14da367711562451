import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { root } from '../../../record/catalogue.ts';
import { reachOwnHostsDirectly } from '../../../setup/proxies.ts';

describe('proxies of the environment', () => {
  it('are not for this machine, in both spellings, and what was given stays', () => {
    const env = { HTTP_PROXY: 'http://proxy:3128', NO_PROXY: '.example.org, 127.0.0.1', no_proxy: 'intranet' };
    reachOwnHostsDirectly(env);
    const list = '.example.org,127.0.0.1,intranet,localhost,::1';
    assert.deepEqual(env, { HTTP_PROXY: 'http://proxy:3128', NO_PROXY: list, no_proxy: list });
  });

  it('are left aside by fetch, also where Node.js has taken them from the environment at its start', () => {
    const module = pathToFileURL(path.join(root, 'bench', 'setup', 'proxies.ts'));
    const script = `
      import http from 'node:http';
      import { reachOwnHostsDirectly } from '${module}';
      reachOwnHostsDirectly(process.env);
      const server = http.createServer((_, response) => response.end('direct')).listen(0, '127.0.0.1', async () => {
        console.log(await (await fetch('http://127.0.0.1:' + server.address().port)).text());
        process.exit();
      });`;
    // Nothing listens on port 1. Node.js before 22.21 and 24.5 knows no such variable, and passes in any case.
    const env = { PATH: process.env.PATH, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:1' };
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { env, encoding: 'utf8' });
    assert.equal(stdout, 'direct\n', stderr);
  });
});
