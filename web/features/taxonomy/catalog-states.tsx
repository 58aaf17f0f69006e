import { isNotOffered } from '../../api/api-error.ts'
import { IsobathCover } from '../../charts/isobath-ground.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FromRegisterIcon, PlusIcon, UploadIcon } from '../../ui/icons.tsx'
import { Loaded, type Loading } from '../../ui/loaded.tsx'
import { Page } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './catalog.module.css'
import type { CatalogDialog } from './catalog-screen.tsx'

const title = 'Species Catalog'

/** Placeholder with the layout of the catalog. */
export function CatalogSkeleton() {
  return (
    <div className={styles.catalog}>
      <div className={styles.bar}>
        <h1 tabIndex={-1} className={styles.title}>
          {title}
        </h1>
      </div>
      <div className={styles.waiting} role="status" aria-label="Loading the catalog">
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
    <Page title={title}>
      {isForeign ? (
        <p>This server has no species catalog.</p>
      ) : (
        <Loaded query={query} failed="The catalog could not be loaded" skeleton={null}>
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
    <Page title={title}>
      <EmptyState
        title="The names that this project gives"
        ground={<IsobathCover seed={projectId} />}
        actions={
          mayEdit && (
            <>
              <Button variant="primary" icon={<UploadIcon aria-hidden />} onClick={() => onOpenDialog({ what: 'import' })}>
                Import a list
              </Button>
              <Button icon={<FromRegisterIcon aria-hidden />} onClick={() => onOpenDialog({ what: 'worms' })}>
                Add from WoRMS
              </Button>
              <Button icon={<PlusIcon aria-hidden />} onClick={() => onOpenDialog({ what: 'add', parentId: null })}>
                Add a label
              </Button>
            </>
          )
        }
      >
        <p>
          Taxa, and everything else that annotations are labelled with: substrates, gear, litter. Import a label tree or a Darwin Core list,
          copy the catalog of another project, add taxa from WoRMS, or begin with one label.
        </p>
        {!mayEdit && <p>None has been added yet. Editors of the project can add labels.</p>}
      </EmptyState>
    </Page>
  )
}

interface NothingFoundProps {
  text: string
  favouritesOnly: boolean
  /** True when only the labels of an import are listed. */
  isOfImport: boolean
  onClear: () => void
  onAll: () => void
}

export function NothingFound({ text, favouritesOnly, isOfImport, onClear, onAll }: NothingFoundProps) {
  const all = (favouritesOnly || isOfImport) && <Button onClick={onAll}>Show all labels</Button>
  return (
    <div className={styles.nothing}>
      {text === '' && isOfImport ? (
        <EmptyState title="No label of this import is in the catalog" actions={all} />
      ) : text === '' ? (
        <EmptyState title="You have no favourites here" actions={all}>
          <p>A star makes a label your favourite: you find it first wherever you annotate.</p>
        </EmptyState>
      ) : (
        <EmptyState
          title={`${favouritesOnly ? 'None of your favourites' : 'No label'} is called “${text}”`}
          actions={
            <>
              <Button onClick={onClear}>Clear the search</Button>
              {all}
            </>
          }
        >
          <p>Names, synonyms, common names, morphospecies and AphiaIDs were searched.</p>
        </EmptyState>
      )}
    </div>
  )
}
