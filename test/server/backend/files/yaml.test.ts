import t from 'tap'
import { readYaml } from '../../../../server/backend/files/yaml.ts'

t.test('YAML scalars are read as texts, numbers or other plain values; times are texts', async t => {
  const text = 'at: 2024-06-02 04:29:27.5\nlat: -12.5\nsmall: 1e-3\nno: no\nnone: ~\n"1": [a, &b {c: 1}, *b]\n'
  const plain = (value: unknown) => JSON.parse(JSON.stringify(value))
  t.same(plain(readYaml(text, 'core')), {
    at: '2024-06-02 04:29:27.5',
    lat: -12.5,
    small: 0.001,
    no: 'no',
    none: null,
    1: ['a', { c: 1 }, { c: 1 }]
  })
  t.match(plain(readYaml(text, 'failsafe')), { lat: '-12.5', small: '1e-3', none: '~' })
  t.equal(Object.getPrototypeOf(readYaml('__proto__: {polluted: 1}', 'core')), null)
})

t.test('YAML that expands, repeats or hides data is refused with its line', async t => {
  // Ten lists of ten, nested ten deep: 10^10 items in 400 characters.
  const names = [...'abcdefghij']
  const bomb = names.map((name, at) => `${name}: &${name} [${Array(10).fill(at === 0 ? 'x' : `*${names[at - 1]}`)}]`).join('\n')
  const refused: [text: string, message: RegExp][] = [
    [bomb, /aliases expand it into more than 5,000,000 parts at line 7$/],
    ['a: &a [*a]', /the alias “a” is unresolved at line 1$/],
    ['a: *b', /the alias “b” is unresolved at line 1$/],
    ['a: 1\nb: 2\na: 3', /the key “a” is duplicated at line 3$/],
    ['a: &a {b: 1}\nc:\n  <<: *a', /merges keys, which is not supported at line 3$/],
    ['a: 1\n---\nb: 2', /multiple documents/],
    ['a: [1,\nb', /Flow sequence .* at line 2$/],
    ['? [a]\n: 1', /a key is not text at line 1$/],
    ['['.repeat(20_000), /nested too deeply/],
    ['- '.repeat(20_000), /nested too deeply/],
    ['- a\n'.repeat(500_001), /more than about 500,000 parts/],
    [']'.repeat(1_000_001), /more than about 500,000 parts/]
  ]
  for (const [text, message] of refused) t.throws(() => readYaml(text, 'core'), { code: 'NOT_THIS_FORMAT', message }, text.slice(0, 30))
})
