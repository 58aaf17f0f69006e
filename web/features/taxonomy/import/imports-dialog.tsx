import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import styles from './import.module.css'
import { PastImport } from './past-import.tsx'
import { catalogImports } from './queries.ts'
import { texts } from './texts.tsx'

const { imports: words } = texts

interface ImportsDialogProps {
  projectId: string
  mayEdit: boolean
  onSee: (importId: string) => void
  onClose: () => void
}

/** Dialog with the catalog imports of the last 30 days, each with an undo button. */
export default function ImportsDialog({ projectId, mayEdit, onSee, onClose }: ImportsDialogProps) {
  const list = useInfiniteQuery(catalogImports(projectId))
  return (
    <Dialog title={words.title} isOpen onClose={onClose} size="wide">
      <Loaded query={list} failed={words.failed} skeleton={<SkeletonRows rows={3} height="4rem" label={words.loading} />}>
        {({ pages }) =>
          pages.some(({ items }) => items.length > 0) ? (
            <>
              <ul className={styles.pastList}>
                {pages
                  .flatMap(({ items }) => items)
                  .map(given => (
                    <li key={given.id}>
                      <PastImport given={given} mayEdit={mayEdit} onSee={onSee} />
                    </li>
                  ))}
              </ul>
              {list.hasNextPage && (
                <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  {words.more}
                </Button>
              )}
            </>
          ) : (
            <EmptyState title={words.none} level={3}>
              <p>{words.noneAbout}</p>
            </EmptyState>
          )
        }
      </Loaded>
    </Dialog>
  )
}
