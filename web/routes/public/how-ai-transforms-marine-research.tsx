import { ArticlePage } from './articles/article-page.tsx'
import { ChecksFigure } from './articles/checks-figure.tsx'
import { EffortFigure } from './articles/effort-figure.tsx'
import { howAi } from './articles/how-ai-transforms-marine-research.ts'
import { PrecisionFigure } from './articles/precision-figure.tsx'

const figures = {
  precision: () => <PrecisionFigure number={1} />,
  effort: () => <EffortFigure number={2} />,
  checks: () => <ChecksFigure number={3} />
}

export function Component() {
  return <ArticlePage slug="how-ai-transforms-marine-research" article={howAi} figures={figures} />
}

export { loader } from './reading-face.ts'
