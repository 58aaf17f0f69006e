import type { Sites } from '../../../shared/contracts/sites.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ByHand } from './by-hand.tsx'
import { ByName } from './by-name.tsx'
import { ByTable } from './by-table.tsx'
import { type Way, ways } from './ways.ts'

interface AssignDialogProps {
  projectId: string
  found: Sites
  way: Way
  onWay: (way: Way) => void
  onClose: () => void
}

/** Gives images to sites in three ways; each shows what it would do first. */
export function AssignDialog({ projectId, found, way, onWay, onClose }: AssignDialogProps) {
  return (
    <Dialog title="Assign images to sites" isOpen onClose={onClose} size="wide" keepOpenOutside>
      <Tabs
        label="Ways to assign images"
        selected={way}
        onSelect={id => onWay(ways.find(one => one === id) ?? 'name')}
        tabs={[
          { id: 'name', label: 'By file name', content: <ByName projectId={projectId} found={found} onDone={onClose} /> },
          { id: 'table', label: 'By table', content: <ByTable projectId={projectId} onDone={onClose} /> },
          { id: 'hand', label: 'By hand', content: <ByHand projectId={projectId} found={found} /> }
        ]}
      />
    </Dialog>
  )
}
