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
import type { Source } from './import-dialog.tsx'

interface ChooseBranchProps {
  project: { id: string; title: string }
  onChoose: (source: Source) => void
  onBack: () => void
}

/** Choice of a label of another project's catalog, to copy with all labels under it. */
export function ChooseBranch({ project, onChoose, onBack }: ChooseBranchProps) {
  const outline = useQuery(labelOutline(project.id))
  return (
    <>
      <p>The label you choose in the catalog of {project.title} is copied with everything under it.</p>
      <Loaded query={outline} failed="The catalog could not be loaded" skeleton={<SkeletonRows rows={6} height="2rem" />}>
        {({ labels }) => <Branches labels={labels} project={project} onChoose={onChoose} />}
      </Loaded>
      <div>
        <Button onClick={onBack}>Back</Button>
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
          onChoose({ kind: 'project', name: `${writtenName(label)} of ${project.title}`, projectId: project.id, labelId: label.id })
      }}
    />
  )
}
