import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'node:test';
import { requireCollector } from '../../../engines/native/java.ts';
import { fakeProgram } from '../../support/programs.ts';
import { temporaryFolder } from '../../support/temporary.ts';

test('a collector that this Java was built without is refused in one line', async () => {
  const script = 'case "$1" in *Shenandoah*) echo "Option $1 not supported"; exit 1;; esac';
  const bin = fakeProgram(path.join(temporaryFolder(), 'java'), script);
  const java = { bin, version: '25.0.1' };
  await assert.rejects(requireCollector(java, 'shenandoah'), {
    message: `TARGET_GC=shenandoah: ${bin} (Java 25.0.1) does not start with it; accepted: what this Java was built with`,
    exitCode: 2,
  });
  await requireCollector(java, 'zgc');
  await requireCollector({ ...java, bin: 'no-such-program' }, null);
});
