import { useState } from 'react'
import type { Site, Survey } from '../../../../shared/contracts/sites.ts'
import { useOutboxStatus } from '../../../sync/use-account-work.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { WarningIcon } from '../../../ui/icons.tsx'
import listStyles from '../../../ui/refusal-list.module.css'
import type { SiteVersion } from '../document/edits.ts'
import type { SiteStore } from '../document/use-site-store.ts'
import { SiteDialog } from '../site-dialog.tsx'
import { siteRefusalsOf } from './refusals.ts'
import styles from './refused.module.css'
import { RefusedSite } from './refused-site.tsx'
import { texts } from './texts.ts'

interface UnsavedSitesProps {
  projectId: string
  store: SiteStore
  surveys: readonly Survey[]
}

/** Version of a refused edit in the form. */
interface Edited {
  site: Site | null
  mine: SiteVersion
  ids: readonly string[]
}

/** Button for refused edits to sites, with the dialog that resolves them. Renders nothing without such edits. */
export function UnsavedSites({ projectId, store, surveys }: UnsavedSitesProps) {
  const { refused } = useOutboxStatus()
  const [isOpen, setOpen] = useState(false)
  const [edited, setEdited] = useState<Edited | null>(null)
  const refusals = siteRefusalsOf(refused, projectId)
  if (edited) {
    return (
      <SiteDialog
        store={store}
        site={edited.site}
        start={edited.mine}
        surveys={surveys}
        onSaved={() => void store.outbox.discard(edited.ids)}
        onClose={() => setEdited(null)}
      />
    )
  }
  if (refusals.length === 0 && !isOpen) return null
  return (
    <>
      {refusals.length > 0 && (
        <Button size="small" icon={<WarningIcon aria-hidden />} className={styles.unsaved} onClick={() => setOpen(true)}>
          {texts.unsaved(refusals.length)}
        </Button>
      )}
      {isOpen && (
        <Dialog
          title={texts.title}
          size="wide"
          isOpen
          onClose={() => setOpen(false)}
          actions={<Button onClick={() => setOpen(false)}>{texts.close}</Button>}
        >
          <p>{refusals.length === 0 ? texts.none : texts.about}</p>
          <ul className={listStyles.list}>
            {refusals.map(refusal => (
              <RefusedSite
                key={refusal.siteId}
                projectId={projectId}
                refusal={refusal}
                store={store}
                surveys={surveys}
                onEdit={(site, mine) => {
                  setOpen(false)
                  setEdited({ site, mine, ids: refusal.ids })
                }}
              />
            ))}
          </ul>
        </Dialog>
      )}
    </>
  )
}
