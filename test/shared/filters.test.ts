import t from 'tap'
import {
  areasIn,
  type Condition,
  choices,
  type Filter,
  FilterError,
  filterLimits,
  formatFilter,
  hasMixedEffort,
  imageConditions,
  operatorsOf,
  parseFilter
} from '../../shared/filters.ts'
import { randomInteger, seededGenerator } from '../../shared/sampling/seeded-random.ts'

const alphabet = ['*', '**', '.', '-', '*-', '*.', ':', ';', '|', '%2A', ' ', 'Å', '🐟', 'a', 'B', '7', '"', "'", '\\', '\n', '+', '&', '#']

function makeFilters(seed: string) {
  const next = seededGenerator(seed)
  const share = () => next() / 2 ** 32
  const upTo = (most: number) => 1 + randomInteger(next, most)
  const one = <T>(list: readonly T[]): T => list[randomInteger(next, list.length)] as T
  const text = (most: number) => Array.from({ length: upTo(most) }, () => one(alphabet)).join('')

  function condition(): Condition {
    const field = one(Object.keys(operatorsOf) as Condition['field'][])
    const operator = one<string>(operatorsOf[field])
    const value = randomValue(field, operator)
    return { field, ...(field === 'attribute' && { name: text(12) }), operator, value } as Condition
  }

  function randomValue(field: Condition['field'], operator: string): Condition['value'] {
    if (field === 'label' && operator !== 'under' && share() < 0.3) return null
    if (field === 'reviewState' || field === 'source' || field === 'shape' || field === 'workState')
      return one<string>(choices[field]) as never
    if (field === 'depth') return share() * 11_100 - 100
    if (field === 'confidence') return share()
    if (field === 'eventDate') return new Date(share() * 4e12).toISOString().slice(0, 10)
    if (field === 'attribute' && (operator === 'atLeast' || operator === 'atMost')) return (share() - 0.5) * 10 ** randomInteger(next, 30)
    return text(20)
  }

  return (): Filter =>
    Array.from({ length: randomInteger(next, filterLimits.groups + 1) }, () =>
      Array.from({ length: upTo(filterLimits.conditions) }, condition)
    )
}

t.test('a formatted filter is parsed to the same filter, even through an address', async t => {
  const make = makeFilters('filters')
  for (let round = 0; round < 2_000; round++) {
    const filter = make()
    const text = formatFilter(filter)
    if (text.length > filterLimits.textLength) continue
    t.strictSame(parseFilter(text), filter, text)
    const address = new URLSearchParams({ filter: text }).toString()
    t.equal(new URLSearchParams(address).get('filter'), text)
  }
})

t.test('a common filter is unchanged in an address', async t => {
  const text = 'label.under.0193c5*confidence.atMost.0.5**source.is.machine'
  t.equal(new URLSearchParams({ filter: text }).toString(), `filter=${text}`)
  t.strictSame(parseFilter(text), [
    [
      { field: 'label', operator: 'under', value: '0193c5' },
      { field: 'confidence', operator: 'atMost', value: 0.5 }
    ],
    [{ field: 'source', operator: 'is', value: 'machine' }]
  ])
  t.strictSame(parseFilter(''), [])
  t.strictSame(parseFilter('label.is.'), [[{ field: 'label', operator: 'is', value: null }]])
})

t.test('an invalid filter is refused with an explanation', async t => {
  const wrong: [text: string, sentence: RegExp][] = [
    ['*', /^“” is not a field/],
    ['**', /^“” is not a field/],
    ['***', /is not a field/],
    ['label', /can be compared with under, is, isNot, not with “”/],
    ['label.under.', /^The label needs a value/],
    ['constructor.is.x', /^“constructor” is not a field/],
    ['__proto__.is.x', /is not a field/],
    ['depth.is.3', /can be compared with atLeast, atMost/],
    ['depth.atLeast.deep', /must be a number, not “deep”/],
    ['depth.atLeast.1e999', /must be a number/],
    ['depth.atLeast.12000', /between -100 and 11000/],
    ['confidence.atMost.50', /between 0 and 1/],
    ['confidence.atMost.NaN', /must be a number/],
    ['eventDate.is.2026-02-30', /must be a day such as/],
    ['eventDate.is.yesterday', /must be a day such as/],
    ['reviewState.is.perfect', /one of proposed, confirmed, rejected, disputed/],
    ['source.is.ai', /one of human, machine/],
    ['shape.contains.box', /can be compared with is, isNot/],
    ['attribute..is.x', /The name of an attribute/],
    [`attribute.${'n'.repeat(61)}.is.x`, /The name of an attribute/],
    ['attribute.sex.atLeast.f', /must be a number/],
    [`fileName.is.${'x'.repeat(201)}`, /up to 200 characters/],
    [Array(11).fill('source.is.human').join('**'), /up to 10 groups, but this one has 11/],
    [Array(11).fill('source.is.human').join('*'), /up to 10 conditions, but one here has 11/],
    ['x'.repeat(8_001), /up to 8000 characters/]
  ]
  for (const [text, sentence] of wrong) {
    t.match(refusal(text), sentence, text.slice(0, 40))
  }
})

t.test('every text gives a filter or an error message', async t => {
  const next = seededGenerator('hostile')
  const pieces = [...alphabet, ...Object.keys(operatorsOf), 'is', 'under', 'atLeast', 'contains', '2026-01-01', '0.5', 'human', 'proposed']
  let filters = 0
  for (let round = 0; round < 5_000; round++) {
    const text = Array.from({ length: randomInteger(next, 12) }, () => pieces[randomInteger(next, pieces.length)]).join(
      randomInteger(next, 2) === 0 ? '.' : ''
    )
    try {
      const filter = parseFilter(text)
      t.strictSame(parseFilter(formatFilter(filter)), filter, text)
      filters += 1
    } catch (error) {
      if (!(error instanceof FilterError)) t.fail(`${JSON.stringify(text)}: ${error}`)
    }
  }
  t.ok(filters > 20, `${filters} of them were filters`)
})

/** Returns the message that refuses a text. */
function refusal(text: string): string {
  try {
    return `was taken as ${JSON.stringify(parseFilter(text))}`
  } catch (error) {
    if (error instanceof FilterError) return error.message
    throw error
  }
}

t.test('the conditions on images are those that select the effort', async t => {
  const images = (text: string) => formatFilter(imageConditions(parseFilter(text)))
  t.equal(images('depth.atMost.5*label.is.a**eventDate.is.2026-03-01'), 'depth.atMost.5**eventDate.is.2026-03-01')
  t.equal(images('depth.atMost.5**label.is.a'), '', 'a group without such a condition selects every image')
  t.equal(images(''), '')
  for (const [text, isMixed] of [
    ['', false],
    ['label.is.a*depth.atMost.5', false],
    ['label.is.a**label.is.b', false],
    ['label.is.a*depth.atMost.5**label.is.b*depth.atMost.5', false],
    ['depth.atMost.5**depth.atLeast.9', false],
    ['label.is.a*depth.atMost.5**depth.atLeast.9', true],
    ['label.is.a*depth.atMost.5**label.is.b', true]
  ] as const)
    t.equal(hasMixedEffort(parseFilter(text)), isMixed, text)
  t.same(areasIn(parseFilter('area.inside.x**label.is.a*area.inside.y**area.inside.x')), ['x', 'y'])
})
