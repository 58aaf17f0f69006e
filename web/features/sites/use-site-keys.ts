import { type Command, useCommands } from '../../ui/command.ts'
import { texts as editTexts } from './document/texts.ts'
import type { SiteStore } from './document/use-site-store.ts'
import { texts } from './texts.tsx'

type UndoActions = Pick<SiteStore, 'undo' | 'redo'>

const { steps: words } = editTexts

const commands = {
  undo: { name: words.undo, sentence: words.undoLast, keys: ['mod+z'], edits: true, run: act => void act.undo() },
  redo: { name: words.redo, sentence: words.redoLast, keys: ['mod+shift+z', 'mod+y'], edits: true, run: act => void act.redo() }
} satisfies Record<string, Command<UndoActions>>

const none: UndoActions = { undo: async () => {}, redo: async () => {} }

/** Registers the keys that undo and redo edits to sites. @param store null for people who may not edit */
export function useSiteKeys(store: SiteStore | null): void {
  useCommands(texts.page.title, commands, store ?? none, { mayEdit: store !== null, hasSelection: false })
}
