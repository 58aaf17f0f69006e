import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { Compare } from './compare.tsx'
import { FreezeForm } from './freeze-form.tsx'
import { catalogVersions } from './queries.ts'
import { texts } from './texts.ts'
import { VersionList } from './version-list.tsx'
import styles from './versions.module.css'

interface VersionsDialogProps {
  projectId: string
  projectTitle: string
  labelCount: number
  /** Version that the URL refers to. */
  versionId: string | null
  mayEdit: boolean
  onClose: () => void
}

/** Dialog to create, cite, download and compare named versions of the catalog. */
export default function VersionsDialog({ projectId, projectTitle, labelCount, versionId, mayEdit, onClose }: VersionsDialogProps) {
  const versions = useQuery(catalogVersions(projectId))
  return (
    <Dialog title={texts.dialog.title} isOpen onClose={onClose} size="wide">
      {mayEdit && <FreezeForm projectId={projectId} labelCount={labelCount} />}
      <Loaded query={versions} failed={texts.dialog.failed} skeleton={<SkeletonRows rows={3} />}>
        {all =>
          all.length === 0 ? (
            <div className={styles.none}>
              <h3>{texts.dialog.none}</h3>
              <p>{texts.dialog.noneAbout}</p>
              {!mayEdit && <p>{texts.dialog.noneForViewers}</p>}
            </div>
          ) : (
            <>
              <VersionList projectTitle={projectTitle} versions={all} current={versionId} />
              <Compare key={all[0]?.id} projectId={projectId} versions={all} first={versionId} />
            </>
          )
        }
      </Loaded>
    </Dialog>
  )
}
