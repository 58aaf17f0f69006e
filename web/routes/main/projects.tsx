import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Project } from '../../../shared/contracts/projects.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { capabilities } from '../../api/capabilities.ts'
import { ProjectRows } from '../../features/projects/project-rows.tsx'
import { ProjectsBar } from '../../features/projects/projects-bar.tsx'
import { projectsPages, restoreProject } from '../../features/projects/queries.ts'
import { searchAndSort } from '../../features/projects/search-and-sort.ts'
import { texts } from '../../features/projects/texts.ts'
import { type ProjectView, useProjectView } from '../../features/projects/use-project-view.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'

const { list: words } = texts

/** Projects of the signed-in person as a table or cards, with search and sort order. Deleted projects can be shown instead. */
export function Component() {
  const { view, change } = useProjectView()
  const server = useQuery(capabilities())
  return (
    <Page
      title={view.deleted ? words.deletedTitle : words.title}
      description={view.deleted ? words.aboutDeleted : undefined}
      actions={
        view.deleted ? (
          <Button onClick={() => change({ deleted: false })}>{words.back}</Button>
        ) : (
          <>
            {server.data?.foreign === false && (
              <Button variant="quiet" onClick={() => change({ deleted: true, search: '' })}>
                {words.deletedTitle}
              </Button>
            )}
            <LinkButton to="/projects/new" variant="primary" icon={<PlusIcon aria-hidden />}>
              {words.newProject}
            </LinkButton>
          </>
        )
      }
    >
      <List view={view} change={change} foreign={server.data?.foreign ?? false} />
    </Page>
  )
}

interface ListProps {
  view: ProjectView
  change: (part: Partial<ProjectView>) => void
  /** Whether the page itself searches and sorts, because a foreign backend does neither. */
  foreign: boolean
}

function List({ view, change, foreign }: ListProps) {
  const { search, sort, deleted } = view
  const pages = useInfiniteQuery(
    projectsPages(foreign ? {} : { search: search || undefined, sort, deleted: deleted || undefined, limit: 100 })
  )
  const loaded = useMemo(() => pages.data?.pages.flatMap(page => page.projects) ?? [], [pages.data])
  const projects = useMemo(() => (foreign ? searchAndSort(loaded, search, sort) : loaded), [foreign, loaded, search, sort])
  const totalCount = foreign ? projects.length : (pages.data?.pages[0]?.totalCount ?? 0)
  const { fetchNextPage } = pages
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const restore = useRestore()
  return (
    <>
      {(totalCount > 0 || search) && <ProjectsBar view={view} change={change} count={pages.data && words.count(totalCount)} />}
      <Loaded query={pages} failed={words.failed} skeleton={<SkeletonRows rows={8} height="2.25rem" label={words.loading} />}>
        {() =>
          projects.length > 0 ? (
            <ProjectRows
              projects={projects}
              totalCount={totalCount}
              view={deleted ? 'table' : view.layout}
              hasMore={pages.hasNextPage}
              isLoadingMore={pages.isFetchingNextPage}
              onMore={onMore}
              rowAction={deleted ? restore : undefined}
            />
          ) : (
            <Nothing view={view} onClear={() => change({ search: '' })} />
          )
        }
      </Loaded>
    </>
  )
}

function useRestore() {
  const { mutate, isPending, variables } = useMutation(restoreProject())
  return (project: Project) => (
    <Button
      size="small"
      busy={isPending && variables === project.id}
      onClick={() =>
        mutate(project.id, {
          onSuccess: () => showToast({ tone: 'ok', title: words.restored(project.title) }),
          onError: error => showToast({ tone: 'danger', title: sentenceOf(error, words.restoreFailed) })
        })
      }
    >
      {words.restore}
    </Button>
  )
}

function Nothing({ view, onClear }: { view: ProjectView; onClear: () => void }) {
  if (view.search)
    return (
      <EmptyState title={words.noMatch(view.search)} actions={<Button onClick={onClear}>{words.clearSearch}</Button>}>
        {words.searched}
      </EmptyState>
    )
  if (view.deleted) return <EmptyState title={words.noDeleted}>{words.aboutNoDeleted}</EmptyState>
  return (
    <EmptyState
      title={words.empty}
      actions={
        <LinkButton to="/projects/new" variant="primary" icon={<PlusIcon aria-hidden />}>
          {words.newProject}
        </LinkButton>
      }
    >
      {words.aboutEmpty}
    </EmptyState>
  )
}
