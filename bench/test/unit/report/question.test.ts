import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCatalogue } from '../../../record/catalogue.ts';
import { headingOf, questionOf } from '../../../report/words/ratios/question.ts';

describe('the heading of a report', () => {
  it('is the question that its targets put', () => {
    assert.equal(questionOf(['mvc-vt', 'mvc']), 'Platform threads or virtual threads?');
    assert.equal(questionOf(['mvc', 'webflux-r2dbc']), 'Platform threads, virtual threads or WebFlux?');
    assert.equal(questionOf(['mvc', 'mvc-jpa', 'mvc-jpa-vt']), 'JPA or JdbcClient?');
    assert.equal(questionOf(['mvc', 'mvc-jetty']), 'Tomcat or Jetty?');
  });
  it('counts them where nobody has put one', () => {
    assert.equal(questionOf(['mvc']), '1 Spring stack under load');
    assert.equal(questionOf(['mvc-jetty', 'mvc-jpa', 'webflux-r2dbc']), '3 Spring stacks under load');
  });
  it('says what a calibration, and a run of a user’s own service, are', () => {
    const catalogue = readCatalogue();
    assert.equal(headingOf({ targets: ['mvc', 'mvc-again'], calibrates: 'mvc', catalogue }), 'mvc against itself');
    const own = { ...catalogue, own: {} } as any;
    assert.equal(headingOf({ targets: ['plain', 'again'], catalogue: own }), '2 variants of a service under load');
  });
});
