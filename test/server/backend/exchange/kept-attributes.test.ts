import t from 'tap'
import { otherLabelsOf, otherLabelsText } from '../../../../server/backend/exchange/kept-attributes.ts'

t.test('other labels are kept as long as they fit, and no more are examined', async t => {
  let written = 0
  const label = (n: number) => ({
    label: `class ${n}`,
    toJSON() {
      written += 1
      return { label: `class ${n}` }
    }
  })
  const { text, isCut } = otherLabelsText(Array.from({ length: 300_000 }, (_, n) => label(n)))
  const kept = otherLabelsOf(text) ?? []
  t.ok(text.length <= 1000 && text.length > 1000 - '{"label":"class 99"},'.length)
  t.equal(written, kept.length + 1)
  t.equal(isCut, true)
  t.same(kept.at(-1), { label: `class ${kept.length - 1}` })
  t.same(otherLabelsText([{ label: 'x'.repeat(1000) }]), { text: '[]', isCut: true })
  const two = [{ label: 'a' }, { label: 'b', confidence: 0.5 }]
  const whole = otherLabelsText(two)
  t.equal(whole.isCut, false)
  t.same(otherLabelsOf(whole.text), two)
})
