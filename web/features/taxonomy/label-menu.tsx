import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { keyOf } from '../../ui/command.ts'
import {
  DeleteIcon,
  EditIcon,
  FavouriteIcon,
  GridIcon,
  LabelIcon,
  LinkIcon,
  MergeIcon,
  MoveIcon,
  NameIcon,
  PlusIcon
} from '../../ui/icons.tsx'
import type { MenuEntry } from '../../ui/menu-entry.ts'
import { rowCommands } from './grid/row-commands.ts'
import { dialogTexts as texts } from './texts.ts'

const { menu: words } = texts

/** Actions of a label's menu. */
export type LabelDeed = 'edit' | 'rename' | 'addUnder' | 'promote' | 'move' | 'merge' | 'favour' | 'copyLink' | 'remove'

interface LabelMenuOptions {
  mayEdit: boolean
  /** URL of the label's annotations; null when it has none. */
  annotations: string | null
}

export function labelMenu(label: OutlineLabel, { mayEdit, annotations }: LabelMenuOptions, onDeed: (deed: LabelDeed) => void): MenuEntry[] {
  const entry = (id: LabelDeed, text: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
    id,
    label: text,
    onAction: () => onDeed(id),
    ...more
  })
  const own: MenuEntry[] = [
    ...(annotations === null ? [] : [{ id: 'annotations', label: words.annotations, href: annotations, icon: <GridIcon aria-hidden /> }]),
    entry('favour', label.favourite ? words.unfavour : words.favour, { icon: <FavouriteIcon aria-hidden /> }),
    entry('copyLink', words.copyLink, { icon: <LinkIcon aria-hidden /> })
  ]
  if (!mayEdit) return own
  const isOpen = label.morphospecies !== undefined || label.identificationQualifier !== undefined
  return [
    entry('edit', words.edit, { icon: <EditIcon aria-hidden />, keys: keyOf(rowCommands.enter) }),
    entry('rename', words.rename, { icon: <LabelIcon aria-hidden />, keys: keyOf(rowCommands.rename) }),
    entry('addUnder', words.addUnder, { icon: <PlusIcon aria-hidden /> }),
    ...(isOpen ? [entry('promote', words.promote, { icon: <NameIcon aria-hidden /> })] : []),
    entry('move', words.move, { icon: <MoveIcon aria-hidden />, startsGroup: true }),
    entry('merge', words.merge, { icon: <MergeIcon aria-hidden /> }),
    ...own.map((each, index) => ({ ...each, startsGroup: index === 0 })),
    entry('remove', words.remove, { icon: <DeleteIcon aria-hidden />, keys: keyOf(rowCommands.remove), tone: 'danger', startsGroup: true })
  ]
}
