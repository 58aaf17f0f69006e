import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Project } from '../../../shared/contracts/projects.ts'
import { restoreWindowDays } from '../../../shared/limits.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { capabilities } from '../../api/capabilities.ts'
import { ProjectRows } from '../../features/projects/project-rows.tsx'
import { ProjectsBar } from '../../features/projects/projects-bar.tsx'
import { projectsPages, restoreProject } from '../../features/projects/queries.ts'
import { searchAndSort } from '../../features/projects/search-and-sort.ts'
import { type ProjectView, useProjectView } from '../../features/projects/use-project-view.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatCount } from '../../ui/format.ts'
import { PlusIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'

/** All projects of the person: searched, sorted, as table or cards; deleted ones can be brought back. */
export function Component() {
  const { view, change } = useProjectView()
  const server = useQuery(capabilities())
  return (
    <Page
      title={view.deleted ? 'Deleted projects' : 'Projects'}
      description={view.deleted ? `A deleted project can be restored for ${restoreWindowDays} days; then it is gone for good.` : undefined}
      actions={
        view.deleted ? (
          <Button onClick={() => change({ deleted: false })}>Back to projects</Button>
        ) : (
          <>
            {server.data?.foreign === false && (
              <Button variant="quiet" onClick={() => change({ deleted: true, search: '' })}>
                Deleted projects
              </Button>
            )}
            <LinkButton to="/projects/new" variant="primary" icon={<PlusIcon aria-hidden />}>
              New project
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
  /** A foreign backend knows neither search nor order: both are done here. */
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
      {(totalCount > 0 || search) && <ProjectsBar view={view} change={change} count={pages.data && formatCount(totalCount, 'project')} />}
      <Loaded
        query={pages}
        failed="The projects could not be loaded"
        skeleton={<SkeletonRows rows={8} height="2.25rem" label="Loading projects" />}
      >
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
          onSuccess: () => showToast({ tone: 'ok', title: `${project.title} is back` }),
          onError: error => showToast({ tone: 'danger', title: sentenceOf(error, 'Failed to restore project') })
        })
      }
    >
      Restore
    </Button>
  )
}

function Nothing({ view, onClear }: { view: ProjectView; onClear: () => void }) {
  if (view.search)
    return (
      <EmptyState title={`No project matches “${view.search}”`} actions={<Button onClick={onClear}>Clear the search</Button>}>
        The search looks into titles, descriptions and regions.
      </EmptyState>
    )
  if (view.deleted) return <EmptyState title="No deleted projects">What you delete waits here before it is gone.</EmptyState>
  return (
    <EmptyState
      title="A project holds one survey or study"
      actions={
        <LinkButton to="/projects/new" variant="primary" icon={<PlusIcon aria-hidden />}>
          New project
        </LinkButton>
      }
    >
      Its pictures, its people, and what you find. You have none yet; a title is enough to begin.
    </EmptyState>
  )
}
