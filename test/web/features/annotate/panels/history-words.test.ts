import t from 'tap'
import type { AnnotationVersion } from '../../../../../shared/contracts/annotations.ts'
import { deedWords } from '../../../../../web/features/annotate/panels/history-words.ts'
import { formatPercent } from '../../../../../web/ui/format.ts'

const first: AnnotationVersion = {
  revision: 1,
  kind: 'create',
  by: 'Ana',
  at: '2026-11-20T10:00:00.000Z',
  shape: { kind: 'point', x: 1, y: 2 },
  labelId: null,
  labelName: null,
  confidence: null,
  attributes: {},
  reviewState: 'proposed',
  removed: false
}
const sponge = { labelId: 'p', labelName: 'Porifera' }

t.test('each version describes its change', async t => {
  t.equal(deedWords(first, undefined), 'drew it')
  t.equal(deedWords({ ...first, ...sponge }, undefined), 'drew it as Porifera')
  const revised = (change: Partial<AnnotationVersion>) => deedWords({ ...first, kind: 'revise', ...change }, first)
  t.equal(revised(sponge), 'labelled it as Porifera')
  t.equal(
    revised({ shape: { kind: 'point', x: 3, y: 2 }, confidence: 0.5 }),
    `changed the outline, set the certainty to ${formatPercent(0.5)}`
  )
  t.equal(revised({ attributes: { individualCount: 3 } }), 'set individualCount to 3')
  t.equal(revised({ reviewState: 'rejected' }), 'marked it as rejected')
  t.equal(revised({ kind: 'remove', removed: true }), 'removed it')
  t.equal(revised({}), 'saved it without changes')
  t.equal(deedWords({ ...first, kind: 'relabel', ...sponge }, { ...first, labelId: 'q', labelName: null }), 'labelled it as Porifera')
  t.equal(deedWords({ ...first, kind: 'revise' }, { ...first, ...sponge, attributes: { sex: 'female' } }), 'removed the label, cleared sex')
})
