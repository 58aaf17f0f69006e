import type { Site } from '../../../shared/contracts/sites.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { SiteStore } from './document/use-site-store.ts'
import { texts } from './texts.tsx'

const { removeSite: words } = texts

/** Confirmation before a site is deleted. A toast then offers to take the deletion back. */
export function RemoveSite({ store, site, onClose }: { store: SiteStore; site: Site; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={words.title(site.name)}
      confirm={words.confirm}
      tone="danger"
      isOpen
      onClose={onClose}
      onConfirm={async () => {
        const takeBack = store.remove(site)
        showToast({ tone: 'ok', title: words.deleted(site.name), action: { label: words.undo, onAction: takeBack } })
      }}
    >
      <p>{site.mediaCount > 0 ? words.images(site.mediaCount) : words.noImages}</p>
    </ConfirmDialog>
  )
}
