import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import { writtenName } from '../../../../shared/taxonomy/written-name.ts'
import { Button } from '../../../ui/button.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { catalogTree } from '../catalog-tree.ts'
import { LabelFinder } from '../label-finder.tsx'
import { labelOutline } from '../queries.ts'
import { catalogSearch } from '../search.ts'
import type { Source } from './source.ts'
import { texts } from './texts.tsx'

const { branch: words } = texts

interface ChooseBranchProps {
  project: { id: string; title: string }
  onChoose: (source: Source) => void
  onBack: () => void
}

/** Choice of a label in another project's catalog, to copy with all its descendants. */
export function ChooseBranch({ project, onChoose, onBack }: ChooseBranchProps) {
  const outline = useQuery(labelOutline(project.id))
  return (
    <>
      <p>{words.about(project.title)}</p>
      <Loaded query={outline} failed={words.failed} skeleton={<SkeletonRows rows={6} height="2rem" />}>
        {({ labels }) => <Branches labels={labels} project={project} onChoose={onChoose} />}
      </Loaded>
      <div>
        <Button onClick={onBack}>{words.back}</Button>
      </div>
    </>
  )
}

interface BranchesProps extends Pick<ChooseBranchProps, 'project' | 'onChoose'> {
  labels: readonly OutlineLabel[]
}

function Branches({ labels, project, onChoose }: BranchesProps) {
  const tree = useMemo(() => catalogTree(labels), [labels])
  const search = useMemo(() => catalogSearch(labels), [labels])
  return (
    <LabelFinder
      tree={tree}
      search={search}
      offers={() => true}
      onChoose={labelId => {
        const label = tree.get(labelId)
        if (label)
          onChoose({ kind: 'project', name: words.source(writtenName(label), project.title), projectId: project.id, labelId: label.id })
      }}
    />
  )
}
