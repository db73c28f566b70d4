export default {
  config: (config) => ({
    ...config,
    // For the log, the debugger and coverage.
    devtool: 'source-map',
    optimization: { ...config.optimization, minimize: false },
  }),
};
