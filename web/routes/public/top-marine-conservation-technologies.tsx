import { ArticlePage } from './articles/article-page.tsx'
import { LightFigure } from './articles/light-figure.tsx'
import { ReplicatesFigure } from './articles/replicates-figure.tsx'
import { conservationTechnologies } from './articles/top-marine-conservation-technologies.ts'

const figures = {
  light: () => <LightFigure number={1} />,
  replicates: () => <ReplicatesFigure number={2} />
}

export function Component() {
  return <ArticlePage slug="top-marine-conservation-technologies" article={conservationTechnologies} figures={figures} />
}

export { loader } from './reading-face.ts'
