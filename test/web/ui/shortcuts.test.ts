import t, { type Test } from 'tap'
import { addShortcuts, listenForShortcuts } from '../../../web/ui/shortcuts.ts'

/** Element inside another one, which is of the page, of a dialog or of a confirmation. */
class FakeElement {
  readonly #selectors: readonly string[]
  constructor(...selectors: string[]) {
    this.#selectors = selectors
  }
  closest(wanted: string): FakeElement | null {
    return this.matches(wanted) ? this : null
  }
  matches(wanted: string): boolean {
    return this.#selectors.some(selector => wanted.split(', ').includes(selector))
  }
}

/** Returns a function that presses keys on an element, and returns the ids of the shortcuts that ran. */
function keyboard(t: Test) {
  let listen: (event: object) => void = () => {}
  const window = {
    addEventListener(_name: string, listener: typeof listen) {
      listen = listener
    },
    removeEventListener() {}
  }
  t.intercept(globalThis, 'window', { value: window })
  t.intercept(globalThis, 'Element', { value: FakeElement })
  t.intercept(globalThis, 'localStorage', { value: { getItem: () => null } })
  const run: string[] = []
  const shortcut = (id: string, keys: string, inDialogs = false) => ({
    id,
    keys,
    inDialogs,
    scope: 'Test',
    label: id,
    run: () => run.push(id)
  })
  t.teardown(
    addShortcuts([shortcut('undo', 'mod+z'), shortcut('next', 'n'), shortcut('palette', 'mod+k', true), shortcut('help', '?', true)])
  )
  t.teardown(listenForShortcuts())
  return (target: FakeElement, keys: readonly string[]) => {
    run.length = 0
    for (const key of keys) {
      const pressed = { key: key.replace('mod+', ''), ctrlKey: key.startsWith('mod+'), target, timeStamp: 0 }
      listen({ ...pressed, preventDefault() {}, stopPropagation() {} })
    }
    return [...run]
  }
}

t.test('keys pressed in a dialog, with Ctrl or without, do not act on the page behind it', async t => {
  const press = keyboard(t)
  const keys = ['mod+z', 'n', 'mod+k', '?']
  t.same(press(new FakeElement(), keys), ['undo', 'next', 'palette', 'help'])
  t.same(press(new FakeElement('[role="dialog"]'), keys), ['palette', 'help'])
  t.same(press(new FakeElement('[role="alertdialog"]'), keys), ['palette', 'help'])
})
