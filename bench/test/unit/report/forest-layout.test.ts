import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NARROW, WIDE, withRoomFor } from '../../../report/forest/layout.ts';

describe('the columns of a forest plot', () => {
  it('stay where they are for short texts', () => {
    assert.deepEqual(withRoomFor(WIDE, { names: ['MVC-VT', 'WebFlux+R2DBC'], beside: ['read', 'MVC 1,234/s'] }), WIDE);
  });

  it('give a long name room from the plot, whose right edge stays', () => {
    const { nameWidth, plot } = withRoomFor(WIDE, { names: ['WebFlux+JDBC on the loop'], beside: [] });
    assert.equal(nameWidth, 17 + Math.ceil(24 * 14 * 0.53));
    assert.deepEqual(plot, [WIDE.plot[0] + nameWidth - WIDE.nameWidth, WIDE.plot[1]]);
  });

  it('give a long line beside the rows room from the plot, too', () => {
    const { target, nameWidth, plot } = withRoomFor(WIDE, { names: ['MVC'], beside: ['warm-up in one go 1,295/s'] });
    assert.equal(target, 8 + Math.ceil(25 * 14 * 0.53));
    assert.deepEqual([nameWidth, plot], [WIDE.nameWidth, [WIDE.plot[0] + target - WIDE.target, WIDE.plot[1]]]);
  });

  it('stay where they are on a phone, where such a line is above the rows', () => {
    assert.deepEqual(withRoomFor(NARROW, { names: ['MVC'], beside: ['x'.repeat(200)] }), NARROW);
  });

  it('leave the plot more than half of its width, however long both are', () => {
    const long = ['x'.repeat(200)];
    for (const layout of [NARROW, WIDE]) {
      const [from, to] = withRoomFor(layout, { names: long, beside: long }).plot;
      assert.ok(to - from >= (layout.plot[1] - layout.plot[0]) * 0.6);
    }
  });
});
