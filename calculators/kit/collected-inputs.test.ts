import { expect, it } from 'vitest';
import { CollectedInputs, InputPlaces, NOT_GIVEN } from './collected-inputs.ts';

/** Weight, also as `mass`, and height. */
const places = () => new InputPlaces(['weight', 'height'], [['mass'], []]);

/** What a request with these names and values gives for weight and height. */
function given(inputs: CollectedInputs, request: readonly (readonly [string, string])[]): unknown[] {
  for (const [name, value] of request) inputs.take(name, value);
  return [inputs.at(0), inputs.at(1)];
}

it('takes the inputs of each request by their names, whatever the order and the names of the requests before', () => {
  const shared = places();
  const take = (...request: [string, string][]) => given(new CollectedInputs(shared), request);
  expect(take(['weight', '80'], ['height', '180'])).toEqual(['80', '180']);
  expect(take(['weight', '81'], ['height', '181'])).toEqual(['81', '181']);
  expect(take(['height', '182'], ['weight', '82'])).toEqual(['82', '182']);
  expect(take(['height', '183'], ['mass', '83'])).toEqual(['83', '183']);
  expect(take(['mass', '84'])).toEqual(['84', NOT_GIVEN]);
  expect(take(['height', '185'], ['weight', '85'])).toEqual(['85', '185']);
});

it('refuses a name that no input has, also where an input was named before', () => {
  const shared = places();
  given(new CollectedInputs(shared), [['weight', '80']]);
  const inputs = new CollectedInputs(shared);
  expect(inputs.take('wieght', '80')).toBe(false);
  expect(given(inputs, [['weight', '81']])).toEqual(['81', NOT_GIVEN]);
});

it('notices an input that is named twice, also by an alias', () => {
  const shared = places();
  given(new CollectedInputs(shared), [['weight', '80']]);
  const inputs = new CollectedInputs(shared);
  expect(
    given(inputs, [
      ['weight', '81'],
      ['mass', '82'],
    ]),
  ).toEqual(['81', NOT_GIVEN]);
  expect(inputs.mistakes.problems).toMatchObject([{ field: 'mass', code: 'repeated' }]);
});
