import type { Sites } from '../../../shared/contracts/sites.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ByHand } from './by-hand.tsx'
import { ByName } from './by-name.tsx'
import { ByTable } from './by-table.tsx'
import { texts } from './texts.tsx'
import { type Way, ways } from './ways.ts'

const { assignDialog: words } = texts

interface AssignDialogProps {
  projectId: string
  found: Sites
  way: Way
  onWay: (way: Way) => void
  onClose: () => void
}

/** Dialog that assigns images to sites by a pattern in the file name, by a table, or by hand. */
export function AssignDialog({ projectId, found, way, onWay, onClose }: AssignDialogProps) {
  return (
    <Dialog title={words.title} isOpen onClose={onClose} size="wide" keepOpenOutside>
      <Tabs
        label={words.ways}
        selected={way}
        onSelect={id => onWay(ways.find(one => one === id) ?? 'name')}
        tabs={[
          { id: 'name', label: words.byName, content: <ByName projectId={projectId} found={found} onDone={onClose} /> },
          { id: 'table', label: words.byTable, content: <ByTable projectId={projectId} onDone={onClose} /> },
          { id: 'hand', label: words.byHand, content: <ByHand projectId={projectId} found={found} /> }
        ]}
      />
    </Dialog>
  )
}
