/** Pages without an area whose title is their capitalised path. */
export const plainTitles = 'invitation features demo pricing about terms privacy blog debug'.split(' ')

/** Titles of other pages without an area, by the first two segments of their path. */
export const titles: Record<string, string> = {
  admin: 'Administration',
  login: 'Sign In',
  signup: 'Sign Up',
  'forgot-password': 'Forgot Password',
  'reset-password': 'Reset Password',
  'prove-email': 'Verify Your Address',
  'blog/how-ai-transforms-marine-research': 'How AI Transforms Marine Research',
  'blog/top-marine-conservation-technologies': 'Top Marine Conservation Technologies'
}
