import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NARROW, WIDE, withRoomForNames } from '../../../report/forest/layout.js';

describe('the columns of a forest plot', () => {
  it('stay where they are for short names', () => {
    assert.deepEqual(withRoomForNames(WIDE, ['MVC-VT', 'WebFlux+R2DBC']), WIDE);
  });

  it('give a long name room from the plot, whose right edge stays', () => {
    const { nameWidth, plot } = withRoomForNames(WIDE, ['WebFlux+JDBC on the loop']);
    assert.equal(nameWidth, 17 + Math.ceil(24 * 14 * 0.53));
    assert.deepEqual(plot, [WIDE.plot[0] + nameWidth - WIDE.nameWidth, WIDE.plot[1]]);
  });

  it('leave the plot more than half of its width, however long a name is', () => {
    const [from, to] = withRoomForNames(NARROW, ['x'.repeat(200)]).plot;
    assert.ok(to - from >= (NARROW.plot[1] - NARROW.plot[0]) * 0.6);
  });
});
