import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { projectPath } from '../../shared/addresses.ts'
import { projectsList } from '../features/projects/queries.ts'
import { LinkButton } from '../ui/button.tsx'
import { FilterMenu } from '../ui/filter-menu.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import styles from './header.module.css'
import * as texts from './texts.ts'

interface ProjectMenuProps {
  currentId: string
  onLeave: () => void
}

export default function ProjectMenu({ currentId, onLeave }: ProjectMenuProps) {
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const { entries, isLoading, failed } = useProjectEntries(text)

  return (
    <div className={styles.projectMenu}>
      <FilterMenu
        label={texts.findProject}
        text={text}
        onText={setText}
        sections={[{ name: texts.projects, entries: entries.map(entry => ({ ...entry, current: entry.id === currentId })) }]}
        empty={isLoading ? texts.loadingProjects : failed ? texts.projectsFailed : texts.noProjects}
        onChoose={projectId => {
          onLeave()
          void navigate(projectPath(projectId))
        }}
        foot={
          <LinkButton to="/projects/new" variant="quiet" wide icon={<PlusIcon aria-hidden />} onClick={onLeave}>
            {texts.createProject}
          </LinkButton>
        }
      />
    </div>
  )
}

/** Projects whose title or region contains the text. They are also filtered here, for a server without search. */
export function useProjectEntries(text: string) {
  const search = useDeferredValue(text.trim())
  const { data, isPending, isError } = useQuery({
    ...projectsList(search ? { search, limit: 50 } : { limit: 50 }),
    placeholderData: keepPreviousData
  })
  const wanted = text.trim().toLowerCase()
  const entries = (data?.projects ?? [])
    .filter(({ title, region }) => `${title} ${region ?? ''}`.toLowerCase().includes(wanted))
    .map(({ id, title, region }) => ({ id, label: title, description: region ?? undefined }))
  return { entries, isLoading: isPending, failed: isError }
}
