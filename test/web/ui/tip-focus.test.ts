import t from 'tap'
import { movesFocus, tipOfFocus } from '../../../web/ui/tip-focus.ts'

t.test('only keys that move the focus open a tooltip', async t => {
  for (const key of ['Tab', 'ArrowDown', 'ArrowLeft', 'Home', 'End', 'PageUp']) t.ok(movesFocus(key), key)
  for (const key of ['Enter', ' ', 'Escape', 'p', 'Shift', 'Homepage']) t.notOk(movesFocus(key), key)
})

/** An element with one tooltip inside it, or with one around it. */
const element = (role: string, tips: { around?: string; inside?: string }) =>
  ({
    closest: () => tips.around ?? null,
    matches: (selector: string) => selector.includes(`[role="${role}"]`),
    querySelector: () => tips.inside ?? null
  }) as unknown as Element

t.test('a focused cell shows the tooltip inside it, and a dialog shows none', async t => {
  t.equal(tipOfFocus(element('gridcell', { inside: 'name' })), 'name')
  t.equal(tipOfFocus(element('row', { around: 'own', inside: 'name' })), 'own')
  t.equal(tipOfFocus(element('dialog', { inside: 'Download the original' })), null)
  t.equal(tipOfFocus(element('group', { inside: 'a time' })), null)
})
