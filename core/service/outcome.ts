/** Runs now; the function given back yields what came out, or throws what was thrown. */
export function outcomeOf<T>(run: () => T): () => T {
  try {
    const value = run();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
