import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeScheduler, doubtsOf, machineFacts } from '../../../collect/machine.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const CPU = 'devices/system/cpu';
const CPUFREQ = `${CPU}/cpu0/cpufreq`;

/** @param files of /sys */
function machine(files: Record<string, string>, cpus: number[] = [0, 1, 2, 3]) {
  const lines = Object.entries(files).map(([file, text]) => [file, `${text}\n`]);
  return machineFacts(temporaryFolder(Object.fromEntries(lines)), cpus);
}

describe('what makes the figures of a machine doubtful', () => {
  it('is nothing where the kernel tells nothing', () => {
    const facts = machine({});
    assert.deepEqual(facts, { kinds: [[0, 1, 2, 3]], governor: null, isSlowed: false, isOnBattery: false });
    assert.deepEqual(doubtsOf(facts), []);
  });

  it('is cores of several kinds, of Intel or of arm64, unless the run may use those of one kind only', () => {
    const intel = machine({ 'devices/cpu_atom/cpus': '2-4,6' }, [0, 1, 2, 3, 4, 5, 6]);
    assert.equal(intel.kinds.join(';'), '0,1,5;2,3,4,6');
    assert.match(doubtsOf(intel)[0], /^cores of 2 kinds \(3 \+ 4\).*: taskset -c 0,1,5 make …$/);
    assert.deepEqual(doubtsOf(machine({ 'devices/cpu_atom/cpus': '2-3' }, [0, 1])), []);
    const arm = [406, 406, 1024, 1024].map((capacity, cpu) => [`${CPU}/cpu${cpu}/cpu_capacity`, String(capacity)]);
    assert.equal(machine(Object.fromEntries(arm)).kinds.join(';'), '2,3;0,1');
  });

  it('is a governor that keeps frequencies low, unless the driver raises them by itself', () => {
    const doubts = ['powersave acpi-cpufreq', 'powersave intel_pstate', 'performance acpi-cpufreq'].map((text) => {
      const [governor, driver] = text.split(' ');
      return doubtsOf(machine({ [`${CPUFREQ}/scaling_governor`]: governor, [`${CPUFREQ}/scaling_driver`]: driver })).length;
    });
    assert.deepEqual(doubts, [1, 0, 0]);
  });

  it('is a battery that is being discharged, not that of a mouse', () => {
    const isOnBattery = (status: string, scope = 'System') => {
      const files = Object.entries({ type: 'Battery', status, scope }).map(([name, text]) => [`class/power_supply/BAT0/${name}`, text]);
      return machine(Object.fromEntries(files)).isOnBattery;
    };
    assert.deepEqual([isOnBattery('Discharging'), isOnBattery('Full'), isOnBattery('Discharging', 'Device')], [true, false, false]);
  });
});

it('the scheduler is known by the kernel’s release, or was loaded; it preempts by the model in force, or as the kernel was built', () => {
  const usual = { release: '6.12.3-amd64', version: '', preemption: '', schedExtState: '', schedExtName: '' };
  const version = 'Linux version 6.12.3-amd64 (debian) #1 SMP PREEMPT_DYNAMIC Debian';
  const cases: [text: string, given: Partial<typeof usual>][] = [
    ['CFS', { release: '5.15.0-91-generic' }],
    ['CFS', { release: '6.5.13' }],
    ['EEVDF', { release: '6.6.0' }],
    ['EEVDF', { release: '7.0.0-rc1' }],
    ['EEVDF', { schedExtState: 'disabled\n' }],
    ['sched_ext bpfland_1.0', { schedExtState: 'enabled\n', schedExtName: 'bpfland_1.0\n' }],
    ['EEVDF, PREEMPT_DYNAMIC', { version }],
    ['EEVDF, preemption full', { version, preemption: 'none voluntary (full) lazy\n' }],
  ];
  for (const [text, given] of cases) assert.equal(describeScheduler({ ...usual, ...given }), text);
});
