import { isNotOffered } from '../../api/api-error.ts'
import { LazyGround } from '../../charts/lazy-ground.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FromRegisterIcon, PlusIcon, UploadIcon } from '../../ui/icons.tsx'
import { Loaded, type Loading } from '../../ui/loaded.tsx'
import { Page } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './catalog.module.css'
import type { CatalogDialog } from './catalog-dialog.ts'
import { texts } from './texts.ts'

const { states: words, empty, nothing } = texts

/** Placeholder with the layout of the catalog, shown while it is loading. */
export function CatalogSkeleton() {
  return (
    <div className={styles.catalog}>
      <div className={styles.bar}>
        <h1 tabIndex={-1} className={styles.title}>
          {texts.title}
        </h1>
      </div>
      <div className={styles.waiting} role="status" aria-label={words.loading}>
        {[0, 1, 1, 2, 2, 1, 0, 1, 2, 1, 0, 1].map((level, row) => (
          <span key={row} style={{ paddingInlineStart: `${level * 18 + 24}px` }}>
            <Skeleton width={`${9 + ((row * 5) % 8)}rem`} />
          </span>
        ))}
      </div>
    </div>
  )
}

export function CatalogFailed({ query }: { query: Loading<unknown> }) {
  const isForeign = isNotOffered(query.error)
  return (
    <Page title={texts.title}>
      {isForeign ? (
        <p>{words.none}</p>
      ) : (
        <Loaded query={query} failed={words.failed} skeleton={null}>
          {() => null}
        </Loaded>
      )}
    </Page>
  )
}

interface EmptyCatalogProps {
  projectId: string
  mayEdit: boolean
  onOpenDialog: (dialog: CatalogDialog) => void
}

export function EmptyCatalog({ projectId, mayEdit, onOpenDialog }: EmptyCatalogProps) {
  return (
    <Page title={texts.title}>
      <EmptyState
        title={empty.title}
        ground={<LazyGround seed={projectId} />}
        actions={
          mayEdit && (
            <>
              <Button variant="primary" icon={<UploadIcon aria-hidden />} onClick={() => onOpenDialog({ what: 'import' })}>
                {empty.import}
              </Button>
              <Button icon={<FromRegisterIcon aria-hidden />} onClick={() => onOpenDialog({ what: 'worms' })}>
                {empty.addFromWorms}
              </Button>
              <Button icon={<PlusIcon aria-hidden />} onClick={() => onOpenDialog({ what: 'add', parentId: null })}>
                {empty.add}
              </Button>
            </>
          )
        }
      >
        <p>{empty.about}</p>
        {!mayEdit && <p>{empty.byEditors}</p>}
      </EmptyState>
    </Page>
  )
}

interface NothingFoundProps {
  text: string
  favouritesOnly: boolean
  /** Whether only the labels of an import are listed. */
  isOfImport: boolean
  onClear: () => void
  onAll: () => void
}

export function NothingFound({ text, favouritesOnly, isOfImport, onClear, onAll }: NothingFoundProps) {
  const all = (favouritesOnly || isOfImport) && <Button onClick={onAll}>{words.all}</Button>
  return (
    <div className={styles.nothing}>
      {text === '' && isOfImport ? (
        <EmptyState title={nothing.ofImport} actions={all} />
      ) : text === '' ? (
        <EmptyState title={nothing.favourites} actions={all}>
          <p>{nothing.favouritesAbout}</p>
        </EmptyState>
      ) : (
        <EmptyState
          title={nothing.noneCalled(text, favouritesOnly)}
          actions={
            <>
              <Button onClick={onClear}>{nothing.clear}</Button>
              {all}
            </>
          }
        >
          <p>{nothing.searched}</p>
        </EmptyState>
      )}
    </div>
  )
}
