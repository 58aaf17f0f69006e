import type { Command } from '../../../ui/command.ts'
import { gridTexts as texts } from '../texts.ts'
import type { RowStep } from './grid-keys.ts'

/** Actions on the row with the focus. */
export interface FocusedRowActions {
  step: (to: RowStep) => void
  /** Selects the label and moves the focus to the panel beside the list. */
  enter: () => void
  select: () => void
  rename: () => void
  remove: () => void
  openMenu: () => void
}

const { commands: words } = texts

/** Commands of the rows of the catalog. The row with the focus handles the keys. */
export const rowCommands = {
  down: { name: words.down, keys: ['arrowdown'], run: act => act.step('down') },
  up: { name: words.up, keys: ['arrowup'], run: act => act.step('up') },
  pageDown: { name: words.pageDown, keys: ['pagedown'], run: act => act.step('pageDown') },
  pageUp: { name: words.pageUp, keys: ['pageup'], run: act => act.step('pageUp') },
  first: { name: words.first, keys: ['home'], run: act => act.step('first') },
  last: { name: words.last, keys: ['end'], run: act => act.step('last') },
  open: { name: words.open, keys: ['arrowright'], run: act => act.step('in') },
  close: { name: words.close, keys: ['arrowleft'], run: act => act.step('out') },
  enter: { name: words.enter, keys: ['enter'], run: act => act.enter() },
  select: { name: words.select, keys: ['space'], run: act => act.select() },
  menu: { name: words.menu, keys: ['shift+f10', 'contextmenu'], run: act => act.openMenu() },
  rename: { name: words.rename, keys: ['f2'], edits: true, run: act => act.rename() },
  remove: { name: words.remove, keys: ['delete'], edits: true, run: act => act.remove() }
} satisfies Record<string, Command<FocusedRowActions>>
