import t from 'tap'
import { isModifier, opensTip, tipOfFocus } from '../../../web/ui/tip-focus.ts'

/** An element in a dialog, or outside of any. */
const placed = (dialog: Element | null = null) => ({ closest: () => dialog }) as unknown as Element
const dialogWith = (...inside: (Element | null)[]) =>
  ({ contains: (element: Element | null) => inside.includes(element) }) as unknown as Element

t.test('every key that moves the focus opens a tooltip, including shortcuts of the screen', async t => {
  for (const key of ['Tab', 'ArrowDown', 'Home', 'PageUp', 'j', 'k', 'y', 'X', 'Delete', '@']) t.ok(opensTip(key, null, placed()), key)
  for (const key of ['Enter', ' ', 'Escape']) t.notOk(opensTip(key, null, placed()), `${key} presses a button or closes a dialog`)
  t.notOk(opensTip(null, placed(), placed()), 'nor does a click')
})

t.test('a dialog that opens by a key sets its focus without a tooltip', async t => {
  const [before, button] = [placed(), placed()]
  const dialog = dialogWith(button)
  for (const from of [null, before]) t.notOk(opensTip('e', from, placed(dialog)))
  t.ok(opensTip('Tab', before, placed(dialog)))
  t.ok(opensTip('j', button, placed(dialog)), 'within the dialog')
})

t.test('a key that is held while another one is pressed does not move the focus', async t => {
  for (const key of ['Shift', 'Control', 'Alt', 'Meta']) t.ok(isModifier(key), key)
  for (const key of ['S', 'Tab', 'Enter']) t.notOk(isModifier(key), key)
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

/** A link or button in a row. Each tooltip of the row is the name of its element, and its own row. */
function controlIn(tips: { localName: string; row?: unknown; control?: unknown }[]) {
  const row = { querySelectorAll: () => found }
  const found = tips.map(({ localName, row: own = row, control = null }) => ({
    localName,
    closest: (selector: string) => (selector.startsWith('li') ? own : control)
  }))
  const control = {
    closest: (selector: string) => (selector.startsWith('li') ? row : null),
    matches: (selector: string) => selector.includes('button'),
    querySelector: () => null
  }
  return { control: control as unknown as Element, found }
}

t.test('a control without a tooltip shows that of the text in its row, a time before others', async t => {
  const { control, found } = controlIn([{ localName: 'span' }, { localName: 'time' }])
  t.equal(tipOfFocus(control), found[1])
  const { control: other, found: texts } = controlIn([
    { localName: 'time', row: {} },
    { localName: 'i', control: {} },
    { localName: 'span' }
  ])
  t.equal(tipOfFocus(other), texts[2], 'but not that of a row inside the row, or of another control')
  t.equal(tipOfFocus(controlIn([]).control), null)
})
