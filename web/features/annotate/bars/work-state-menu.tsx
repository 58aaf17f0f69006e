import type { WorkState } from '../../../../shared/contracts/annotations.ts'
import { workWords } from '../../../annotation/work-words.ts'
import { ChevronDownIcon } from '../../../ui/icons.tsx'
import { MenuButton } from '../../../ui/menu.tsx'

const states: { id: WorkState; label: string; description: string }[] = [
  { id: 'reviewed', label: 'Reviewed', description: 'I looked through what others marked' },
  { id: 'done', label: 'Done', description: 'Stay on this image' },
  { id: 'inWork', label: 'In work', description: 'I am not done with it after all' },
  { id: 'notSeen', label: 'Not seen', description: 'As if I had never been here' }
]

/** Says how far one is with an image, and shows how far it is. */
export function WorkStateMenu({ state, onState }: { state: WorkState; onState: (state: WorkState) => void }) {
  return (
    <MenuButton
      label={`This image is ${workWords[state]}`}
      iconOnly
      size="small"
      items={states.map(each => ({ ...each, onAction: () => onState(each.id) }))}
    >
      <ChevronDownIcon aria-hidden />
    </MenuButton>
  )
}
